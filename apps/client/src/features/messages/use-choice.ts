import { useState } from 'react'

/** Which of a list's rows something will be done to; nothing while none are being chosen. */
export const useChoice = () => {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  return {
    chosen,
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    toggle: (id: number) =>
      setChosen((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    /** All of them, or none when all are chosen already. */
    chooseAll: (ids: readonly number[]) => setChosen((before) => new Set(before?.size === ids.length ? [] : ids)),
  }
}
