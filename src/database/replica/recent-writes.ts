/** Where instances tell each other whose writes a replica may not show yet. */
export interface SharedWrites {
  /** Tells all instances that a customer has written. Never fails. */
  tell(customerId: number, lifetimeSeconds: number): Promise<void>;
  /** Whether a customer may have written within the lifetime, as far as any instance knows. */
  mayHaveWritten(customerId: number, lifetimeSeconds: number): Promise<boolean>;
}

export type RecentWrites = ReturnType<typeof createRecentWrites>;

/**
 * Knows who has written within the last seconds.
 *
 * @param shared absent where this instance is alone
 */
export function createRecentWrites(lifetimeSeconds: number, shared: SharedWrites | undefined) {
  /** By customer, oldest first. */
  const wroteAtMs = new Map<number, number>();
  const beganAtMs = performance.now();

  /** Resolves when all instances know. */
  async function add(customerId: number) {
    forgetOld();
    wroteAtMs.delete(customerId);
    wroteAtMs.set(customerId, performance.now());
    await shared?.tell(customerId, lifetimeSeconds);
  }

  async function mayInclude(customerId: number): Promise<boolean> {
    const atMs = wroteAtMs.get(customerId);
    if (atMs !== undefined && isRecent(atMs)) return true;
    if (shared) return shared.mayHaveWritten(customerId, lifetimeSeconds);
    // Before this process began, another one may have written.
    return isRecent(beganAtMs);
  }

  function forgetOld() {
    for (const [customerId, atMs] of wroteAtMs) {
      if (isRecent(atMs)) return;
      wroteAtMs.delete(customerId);
    }
  }

  function isRecent(atMs: number): boolean {
    return performance.now() < atMs + lifetimeSeconds * 1_000;
  }

  return { add, mayInclude };
}
