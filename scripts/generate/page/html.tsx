import { escapeHtml } from '../../../src/docs/escape-html.ts';
import { EXAMPLE_BASE_URL } from '../../../src/docs/placeholders.ts';

/** An element with content that is HTML already. */
export function Html({ as: Element = 'div', html, ...attributes }: HtmlProps) {
  return <Element {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}

interface HtmlProps {
  readonly as?: 'div' | 'code' | 'span' | 'style' | 'p';
  readonly html: string;
  readonly class?: string;
  readonly dir?: 'auto';
}

/** Where addresses lead that were published once, and must not break. */
export function FormerAnchors({ anchors }: { readonly anchors: readonly string[] }) {
  return (
    <>
      {anchors.map((anchor) => (
        <span key={anchor} id={anchor} class="former" />
      ))}
    </>
  );
}

/** A name as code, which long lines divide only between its words. */
export function Name({ text, class: name }: { readonly text: string; readonly class?: string }) {
  return <Html as="code" html={breakable(text)} dir="auto" {...(name && { class: name })} />;
}

/** Text as HTML that can be divided after `_` and `/`. */
export function breakable(text: string): string {
  // What deployments replace stays whole.
  const parts = text.split(EXAMPLE_BASE_URL).map((part) =>
    part
      .split(/(?<=[_/])(?=\w)/)
      .map(escapeHtml)
      .join('<wbr>'),
  );
  return parts.join(EXAMPLE_BASE_URL);
}
