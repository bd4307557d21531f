import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';
import { EXAMPLE_BASE_URL } from '../../src/docs/placeholders.ts';
import { browserFiles } from './browser-files.ts';
import type { Json } from './json.ts';
import { headingId } from './markdown/guides.ts';
import { markdownDocuments } from './markdown/index.ts';
import { releasesIn } from './releases.ts';
import { CHANGELOG } from './sources.ts';

/*
 * Turns what the documentation page needs into data, so that it is shipped with the code: the
 * contract's guides and the changelog as HTML, the page's own files, and the same for machines: Markdown
 * of each guide and operation, and the releases for a feed.
 */

interface Heading {
  readonly id: string;
  readonly title: string;
}

const NOTICE =
  '// Made from openapi/ and src/docs/browser/ by `npm run generate`. Edit what is there, not this.\n\n';

/** The module that holds the documentation as data. */
export async function documentationModule(contract: Json): Promise<string> {
  const changelog = await readFile(CHANGELOG, 'utf8');
  const documentation = {
    guides: readable(String((contract.info as Json).description)),
    changelog: readable(changelog),
    files: await browserFiles(),
    markdown: { ...markdownDocuments(contract, EXAMPLE_BASE_URL), changelog },
    releases: releasesIn(changelog),
  };
  return `${NOTICE}export const documentation = ${JSON.stringify(documentation, null, 2)} as const;\n`;
}

/** Markdown as HTML in which every heading can be linked to, and its sections. */
function readable(markdown: string) {
  const sections: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = headingId(text);
        if (depth === 2) sections.push({ id, title: text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, sections };
}
