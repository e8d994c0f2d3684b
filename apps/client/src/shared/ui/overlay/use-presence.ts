import { useEffect, useState } from 'react'

type Presence = 'closed' | 'open' | 'closing'

/** Keeps an element mounted for its closing animation. */
export const usePresence = (isOpen: boolean, leaveMs: number): Presence => {
  const [presence, setPresence] = useState<Presence>(isOpen ? 'open' : 'closed')
  if (isOpen && presence !== 'open') setPresence('open')
  if (!isOpen && presence === 'open') setPresence('closing')

  useEffect(() => {
    if (presence !== 'closing') return undefined
    const timer = setTimeout(() => setPresence('closed'), leaveMs)
    return () => clearTimeout(timer)
  }, [presence, leaveMs])

  return presence
}
