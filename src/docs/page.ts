import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';

/*
 * The pages of the documentation. What stands on them comes from the contract and its changelog;
 * the operations are added in the browser, by browser/page.js.
 */

interface Text {
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** The address of a file of the page, from the page. */
type FileAddress = (name: string) => string;

export interface Place {
  /** What leads from the page to where the service's own paths begin. */
  readonly root: '.' | '..';
  readonly fileAddress: FileAddress;
}

const { title, version, summary } = contract.info;

/** The guides and the operations. */
export function documentationPage({ root, fileAddress }: Place): string {
  const guides = documentation.guides;
  const scripts = ['swagger-ui-bundle.js', 'page.js'].map(
    (name) => `<script defer src="${fileAddress(name)}"></script>`,
  );
  return page({
    name: title,
    head: [stylesheet(fileAddress('swagger-ui.css')), ...scripts].join('\n'),
    body: `
${contents(guides, '<a class="operations" href="#operations">Operations</a>')}
<main>
<article>
<h1>${escaped(title)}</h1>
<p class="summary">${escaped(summary)}</p>
${guides.html}
</article>
<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<noscript><p>Without JavaScript, read them in <a href="${root}/openapi.yaml">openapi.yaml</a>.</p></noscript>
<div id="swagger-ui" data-contract="${root}/openapi.json"></div>
</section>
</main>`,
    root,
    fileAddress,
  });
}

/** What consumers notice, by version. */
export function changelogPage({ root, fileAddress }: Place): string {
  const { changelog } = documentation;
  return page({
    name: `${contract.externalDocs.description} – ${title}`,
    head: '',
    body: `${contents(changelog, '')}\n<main>\n<article>\n${changelog.html}\n</article>\n</main>`,
    root,
    fileAddress,
  });
}

interface Page extends Place {
  readonly name: string;
  readonly head: string;
  readonly body: string;
}

function page({ name, head, body, root, fileAddress }: Page) {
  const { url, description } = contract.externalDocs;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)}</title>
<link rel="icon" type="image/svg+xml" href="${fileAddress('favicon.svg')}">
${head}
${stylesheet(fileAddress('page.css'))}
</head>
<body>
<header>
<a class="name" href="${root}/docs"><img src="${fileAddress('favicon.svg')}" alt="" width="28" height="28"> ${escaped(title)}</a>
<span class="version">${version}</span>
<nav aria-label="Documents">
<a href="${root}/${url}">${escaped(description)}</a>
<a href="${root}/openapi.json">openapi.json</a>
<a href="${root}/openapi.yaml">openapi.yaml</a>
</nav>
</header>
<div class="columns">
${body}
</div>
</body>
</html>
`;
}

function contents({ sections }: Text, more: string) {
  const links = sections.map(({ id, title }) => `<a href="#${id}">${escaped(title)}</a>`);
  return `<nav class="contents" aria-label="Contents">\n${[...links, more].join('\n')}\n</nav>`;
}

function stylesheet(address: string) {
  return `<link rel="stylesheet" href="${address}">`;
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
