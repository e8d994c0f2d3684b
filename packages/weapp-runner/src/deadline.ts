const POLL_MS = 25

/** Asks again until the answer is there; past the deadline it says what it was waiting for. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs: number,
): Promise<T> {
  const endsAt = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > endsAt) throw new Error(`waited ${deadlineMs} ms for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
