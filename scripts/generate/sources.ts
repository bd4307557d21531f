// What people edit, and generated/ is made from.

export const CONTRACT = 'openapi/openapi.yaml';
export const CHANGELOG = 'openapi/CHANGELOG.md';
export const MODELS = 'prisma/schema.prisma';
/** The documentation page's own files. */
export const PAGE_FOLDER = 'src/docs/browser';
export const PAGE_FILES = ['favicon.svg', 'page.css', 'page.js'];

export const SOURCES = [CONTRACT, CHANGELOG, ...PAGE_FILES.map((name) => `${PAGE_FOLDER}/${name}`)];
