import type { CodeSample } from '../code-samples.ts';
import { Code, CopyButton } from './code.tsx';
import { Html } from './html.tsx';

/*
 * The same in several languages, of which the reader chooses one for the whole page. Without JavaScript
 * there is nothing to choose with, and all are shown.
 */

export interface SamplesProps {
  readonly samples: readonly CodeSample[];
  /** The labels of all languages of the page. */
  readonly languages: readonly string[];
  /** What the samples do. */
  readonly title: string;
}

export function Samples({ samples, languages, title }: SamplesProps) {
  const labels = samples.map(({ label }) => label);
  return (
    <div class="code samples">
      <div class="code-bar">
        <span class="code-label">{title}</span>
        <select class="language" aria-label="Language">
          {labels.map((label) => (
            <option key={label} value={languageKey(label)}>
              {label}
            </option>
          ))}
        </select>
        <CopyButton />
      </div>
      {samples.map(({ lang, label, source }) => (
        <div key={label} class="sample" data-languages={shownFor(label, labels, languages)}>
          <p class="sample-label">{label}</p>
          <Code code={source} language={lang} />
        </div>
      ))}
    </div>
  );
}

/** The chosen languages with which a sample is shown: its own, and for the first those that are missing. */
function shownFor(label: string, labels: readonly string[], languages: readonly string[]): string {
  return languages
    .filter((chosen) => label === (labels.includes(chosen) ? chosen : labels[0]))
    .map(languageKey)
    .join(' ');
}

/** Hides the samples of other languages than the chosen one. */
export function LanguageStyle({ languages }: Pick<SamplesProps, 'languages'>) {
  const rules = languages
    .map(languageKey)
    .map((key) => `[data-language="${key}"] [data-languages]:not([data-languages~="${key}"])`);
  return <Html as="style" html={`${rules.join(',')}{display:none}`} />;
}

/** Names a language in attributes. */
export function languageKey(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
