// The parts of package.json that are the platform's: each script, package and other entry that a
// service has not written itself.

/** Of package.json, what the platform knows. */
export const PARTS = [
  'engines',
  'imports',
  'scripts',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'overrides',
] as const;

type Part = (typeof PARTS)[number];
export type PackageParts = Readonly<Record<Part, Readonly<Record<string, string>>>>;
export type PackageJson = Readonly<Record<string, unknown>> & PackageParts;

/** Scripts that only the origin of the platform has. */
const OF_ORIGIN = ['new-service'];

/** The parts of the platform in the package.json of the project that it is taken from. */
export function partsOf(packageJson: PackageJson): PackageParts {
  const parts = PARTS.map((part) => [part, { ...packageJson[part] }] as const);
  const taken = Object.fromEntries(parts) as Record<Part, Record<string, string>>;
  for (const script of OF_ORIGIN) delete taken.scripts[script];
  return taken;
}

/** The entries that are not as the platform left them, as in `scripts.start`. */
export function changedEntries(present: PackageJson, last: PackageParts): string[] {
  return PARTS.flatMap((part) =>
    Object.entries(last[part]).flatMap(([name, value]) =>
      present[part]?.[name] === value ? [] : [`package.json ${part} ${name}`],
    ),
  );
}

/** The entries of the service's own that the next platform would overwrite. */
export function claimedEntries(
  present: PackageJson,
  last: PackageParts,
  next: PackageParts,
): string[] {
  return PARTS.flatMap((part) =>
    Object.entries(next[part]).flatMap(([name, value]) => {
      const own = name in last[part] ? undefined : present[part]?.[name];
      return own === undefined || own === value ? [] : [`package.json ${part} ${name}`];
    }),
  );
}

/** package.json with the parts of the next platform in place of those of the last one. */
export function withParts<Given extends PackageJson>(
  present: Given,
  last: PackageParts,
  next: PackageParts,
): Given {
  const parts = PARTS.map((part) => {
    const isOwn = ([name]: [string, string]) => !(name in last[part]);
    const own = Object.fromEntries(Object.entries(present[part] ?? {}).filter(isOwn));
    return [part, { ...next[part], ...own }] as const;
  });
  return { ...present, ...Object.fromEntries(parts) };
}
