import { useState } from 'react'
import { useSelf } from '../../session/self.ts'

/** Choice of columns of one list, kept in this browser for each operator. */
export const useKept = <Value>(name: string, initial: Value) => {
  const key = `console:${useSelf().operator.name}:${name}`
  const [value, setValue] = useState<Value>(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
      return Array.isArray(stored) === Array.isArray(initial) && stored !== null ? (stored as Value) : initial
    } catch {
      return initial
    }
  })
  const keep = (next: Value): void => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Lasts until a reload.
    }
  }
  return [value, keep] as const
}
