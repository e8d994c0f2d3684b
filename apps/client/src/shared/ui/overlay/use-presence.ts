import { useEffect, useState } from 'react'

type Presence = 'gone' | 'there' | 'leaving'

/** Keeps an element mounted for its closing animation. */
export const usePresence = (isOpen: boolean, leaveMs: number): Presence => {
  const [presence, setPresence] = useState<Presence>(isOpen ? 'there' : 'gone')
  if (isOpen && presence !== 'there') setPresence('there')
  if (!isOpen && presence === 'there') setPresence('leaving')

  useEffect(() => {
    if (presence !== 'leaving') return undefined
    const timer = setTimeout(() => setPresence('gone'), leaveMs)
    return () => clearTimeout(timer)
  }, [presence, leaveMs])

  return presence
}
