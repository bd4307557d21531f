/*
 * JSON whose numbers stay what they are: JSON.parse rounds integers beyond 2 ** 53.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;
const LONG_INTEGER = /^-?\d{16,}$/;
/** No text of a contract begins with it. */
const MARK = '\u0000';

/** Parses JSON; long integers become BigInt. */
export function parseExactly(text) {
  const marked = text.replace(TOKEN, (token) =>
    LONG_INTEGER.test(token) ? `"\\u0000${token}"` : token,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(1)) : value,
  );
}

/** Prints what `parseExactly` returns. */
export function printExactly(value) {
  const mark = (_, member) => (typeof member === 'bigint' ? MARK + member : member);
  return JSON.stringify(value, mark, 2).replace(/"\\u0000(-?\d+)"/g, '$1');
}

/**
 * Indents JSON and leaves everything else as it is written.
 *
 * @returns its parts with their class, or undefined where the text is not JSON
 */
export function indent(text) {
  if (!isJson(text)) return;
  const tokens = text.match(TOKEN);
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    const isEmpty = (token === '{' && next === '}') || (token === '[' && next === ']');
    const wasEmpty = ['{', '['].includes(tokens[index - 1]);
    if (token === ',') return { text: `,${line()}` };
    if (token === ':') return { text: ': ' };
    if (token === '{' || token === '[') {
      depth += 1;
      return { text: isEmpty ? token : token + line() };
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return { text: wasEmpty ? token : line() + token };
    }
    return { text: token, className: classOf(token, next) };
  });
}

/** The page's class for such code. */
function classOf(token, next) {
  if (!token.startsWith('"')) return 'c';
  return next === ':' ? 'k' : 's';
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
