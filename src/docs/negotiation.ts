/*
 * Which of several representations a client prefers. RFC 9110 section 12
 */

/** What a client lists, in lower case, with weights from 0 to 1. */
type Weights = ReadonlyMap<string, number>;

export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

const WEIGHT = /;[ \t]*q=([^;]*)/i;
const WEIGHT_VALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
/** Of no coding at all where it is not listed: less than that of any that is. */
const UNLISTED_IDENTITY = 0.0005;

/**
 * Chooses how to encode a response.
 *
 * @param acceptEncoding undefined when the header was not sent
 * @returns undefined when the client accepts none, not even the content as it is
 * @see RFC 9110 section 12.5.3
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined) return 'identity';
  const weights = readWeights(acceptEncoding);
  const others = weights.get('*');
  const otherwise = { br: others ?? 0, gzip: weights.get('x-gzip') ?? others ?? 0 };
  return mostWanted(CODINGS, (coding) => {
    const listed = weights.get(coding);
    if (coding !== 'identity') return listed ?? otherwise[coding];
    return listed ?? (others === 0 ? 0 : UNLISTED_IDENTITY);
  });
}

/**
 * Chooses one of several media types.
 *
 * @param accept undefined when the header was not sent
 * @param offered in lower case, those first that are sent when the client has no preference
 * @returns undefined when the client accepts none of them
 * @see RFC 9110 section 12.5.1
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  const weights = readWeights(accept || '*/*');
  return mostWanted(offered, (type) => {
    const range = `${type.slice(0, type.indexOf('/'))}/*`;
    return weights.get(type) ?? weights.get(range) ?? weights.get('*/*') ?? 0;
  });
}

function mostWanted<Name>(
  names: readonly Name[],
  weightOf: (name: Name) => number,
): Name | undefined {
  const weighed = names.map((name) => ({ name, weight: weightOf(name) }));
  const [most] = weighed
    .filter(({ weight }) => weight > 0)
    // Stable: of equals the first.
    .sort((one, other) => other.weight - one.weight);
  return most?.name;
}

/** An element whose weight is none is left out. Of one that is listed twice, the greater weight counts. */
function readWeights(list: string): Weights {
  const weights = new Map<string, number>();
  for (const element of list.split(',')) {
    const [name = ''] = element.split(';', 1);
    const weight = (WEIGHT.exec(element)?.[1] ?? '1').trim();
    if (!WEIGHT_VALUE.test(weight)) continue;
    const key = name.trim().toLowerCase();
    weights.set(key, Math.max(Number(weight), weights.get(key) ?? 0));
  }
  return weights;
}
