import { anchorOf } from './anchors.ts';
import { errorList } from './errors.ts';
import { type Html, html } from './html.ts';
import type { Shared } from './shared.ts';
import { values } from './values.ts';

/** What every operation has, in one section to which each of them leads. */
export function sharedSection({ headers, errors }: Shared): Html | false {
  if (errors.length === 0) return false;
  const ofErrors = headers
    .filter(({ isInAll }) => !isInAll)
    .map((header) => {
      const anchor = header.anchor.replace(/^.*\/headers\//, 'every-operation/headers/');
      return { ...header, anchor };
    });
  return html`<section class="guide" aria-labelledby="every-operation">
<h2 id="every-operation"><a href="#every-operation">Every operation</a></h2>
<p>Every operation can return these errors, with an <a href="#objects/Error">Error</a> as the body.
Every response has the <a href="#headers-of-every-response">headers of your rate limits</a> and an
<a href="#request-ids">id</a>.</p>
${part(
  'errors',
  'Errors of every operation',
  errorList(errors, (status) => anchorOf('every-operation', status)),
)}
${ofErrors.length > 0 && part('headers', 'Headers of these errors', values(ofErrors))}
</section>
`;
}

function part(name: string, title: string, content: Html): Html {
  const anchor = anchorOf('every-operation', name);
  return html`<div class="part"><h3 id="${anchor}"><a href="#${anchor}">${title}</a></h3>
${content}</div>
`;
}
