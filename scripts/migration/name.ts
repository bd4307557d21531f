const MAX_LENGTH = 100;

/**
 * Names a migration so that it comes after all that there are.
 *
 * @param purpose what it does, such as `add_breed`
 * @param names those of the migrations that there are, of both databases
 * @throws one clear line when the purpose is not a name, or is that of another migration
 */
export function nameMigration(purpose: string, names: readonly string[], now: Date): string {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(purpose) || purpose.length > MAX_LENGTH) {
    throw new Error(
      `${JSON.stringify(purpose)} cannot name a migration: take at most ${MAX_LENGTH} lower-case letters, digits and single underscores, such as add_breed.`,
    );
  }
  const same = names.find((name) => name.replace(/^\d+_/, '') === purpose);
  if (same)
    throw new Error(`There is a migration of that name already: ${same}. Take another name.`);
  const last = Math.max(0, ...names.map((name) => Number(/^\d*/.exec(name)?.[0])));
  const time = Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 14));
  return `${Math.max(time, last + 1)}_${purpose}`;
}
