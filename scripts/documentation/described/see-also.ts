/** A description in Markdown, and where there is more of it: what OpenAPI calls `externalDocs`. */
export function withSeeAlso(description: unknown, externalDocs: unknown): string {
  const { url, description: title = url } = Object(externalDocs);
  const link = url === undefined ? '' : `See [${title}](${url}).`;
  return [description, link].filter(Boolean).join('\n\n');
}
