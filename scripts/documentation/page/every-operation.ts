import { sharedErrorAnchor } from './anchors.ts';
import { errorList } from './errors.ts';
import { type Html, html } from './html.ts';
import type { Shared } from './shared.ts';
import { values } from './values.ts';

/** What every operation has, in one section to which each of them leads. */
export function sharedSection({ headers, errors }: Shared): Html | false {
  const some = headers.filter(({ isInAll }) => !isInAll);
  // Two can have the same name.
  const named = some.map((header) => {
    const anchor = header.anchor.replace(/^.*\/headers\//, 'every-operation/headers/');
    return { ...header, anchor };
  });
  return (
    errors.length > 0 &&
    html`<section class="guide" aria-labelledby="every-operation">
<h2 id="every-operation"><a href="#every-operation">Every operation</a></h2>
<p>Every operation can return these errors, with an <a href="#objects/Error">Error</a> as the body. Every response has
the <a href="#headers-of-every-response">headers of your rate limits</a> and an <a href="#request-ids">id</a>.</p>
<div class="part"><h3 id="every-operation/errors"><a href="#every-operation/errors">Errors of every operation</a></h3>
${errorList(errors, sharedErrorAnchor)}</div>
${named.length > 0 && html`<div class="part"><h3 id="every-operation/headers"><a href="#every-operation/headers">Headers of these errors</a></h3>${values(named)}</div>`}
</section>
`
  );
}
