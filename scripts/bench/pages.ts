const LONGEST_PAGE = 100;
/** How many animals precede the last page that is read, if there are as many: page 10,000 of 20. */
const DEPTH = 199_980;

/**
 * Follows the pages of a list, since only the service can issue a cursor.
 *
 * @returns the paths of pages of 20, each at another place
 */
export async function followPages(origin: string, key: string, animals: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` };
  const paths: string[] = [];
  let path = `/v1/pets?limit=${LONGEST_PAGE}`;
  const last = Math.min(DEPTH, animals - LONGEST_PAGE);
  for (let seen = 0; seen < last; seen += LONGEST_PAGE) {
    const response = await fetch(`${origin}${path}`, { headers });
    await response.text();
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? path;
    paths.push(path.replace(`limit=${LONGEST_PAGE}`, 'limit=20'));
  }
  return paths;
}
