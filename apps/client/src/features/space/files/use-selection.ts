import { useState } from 'react'

/** Multiple selection of files; null while it is off. */
export const useSelection = () => {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  return {
    chosen,
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    toggle: (fileId: string) =>
      setChosen((before) => {
        const after = new Set(before)
        if (!after.delete(fileId)) after.add(fileId)
        return after
      }),
    /** All of them, or none when all are chosen already. */
    chooseAll: (fileIds: readonly string[]) =>
      setChosen((before) => new Set(before?.size === fileIds.length ? [] : fileIds)),
  }
}
