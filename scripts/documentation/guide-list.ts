import { marked, type Token, type Tokens } from 'marked';

/** What leads to a heading on a page. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * What the contract says instead of its guides: what is before the first of them.
 *
 * @param markdown the guides, of which each begins with a heading of the second level
 */
export function introductionOf(markdown: string): string {
  const tokens = marked.lexer(markdown);
  const introduction = tokens.slice(0, tokens.findIndex(isGuide)).map(({ raw }) => raw);
  return introduction.join('').trim().replaceAll('](#', '](docs#');
}

/** A list of the guides with their first sentences, in which links begin with a hash. */
export function guideList(markdown: string): string {
  const tokens = marked.lexer(markdown);
  const list = tokens.flatMap((token, i) => {
    if (!isGuide(token)) return [];
    const paragraph = tokens.slice(i).find(({ type }) => type === 'paragraph')?.raw ?? '';
    return [`- [${token.text}](#${headingId(token.text)}): ${firstSentence(paragraph)}`];
  });
  return list.join('\n');
}

function isGuide(token: Token): token is Tokens.Heading {
  return token.type === 'heading' && token.depth === 2;
}

/** Without its links. */
function firstSentence(paragraph: string): string {
  const [sentence = paragraph] = /^.*?\.(?=\s|$)/s.exec(paragraph.trim()) ?? [];
  return sentence
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\n', ' ')
    .trim()
    .replace(/:$/, '.');
}
