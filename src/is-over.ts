/** Whether a time has passed since then: by the distance, since the clock may have been set back. */
export function isOver(ms: number, sinceMs: number): boolean {
  return Math.abs(Date.now() - sinceMs) >= ms;
}
