import { highlight } from './highlight.ts';
import { Html } from './html.tsx';

/** A block of code, with a button that copies it. */
export function CodeBlock({ code, language }: CodeProps) {
  return (
    <div class="code">
      <div class="code-bar">
        <span class="code-label">{LABELS[language] ?? language}</span>
        <CopyButton />
      </div>
      <Code code={code} language={language} />
    </div>
  );
}

interface CodeProps {
  readonly code: string;
  readonly language: string;
}

/** What is read more easily than the name of a block's language. */
const LABELS: Readonly<Record<string, string>> = {
  '': 'Text',
  http: 'HTTP',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
};

/** Code in the colours of its language. */
export function Code({ code, language }: CodeProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled.
    <pre tabIndex={0}>
      <Html as="code" html={highlight(code, language)} />
    </pre>
  );
}

export function CopyButton() {
  return (
    <button type="button" class="copy">
      Copy
    </button>
  );
}
