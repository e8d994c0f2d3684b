interface Seen {
  readonly claimable: boolean
  readonly deviceId: number | null
  readonly endsAt: number | null
}

type Step = 'claim' | 'open' | 'failed'

/**
 * Wish of the user, kept across the login: first a claim, then the phone. Each step is given out once, however many
 * pages ask.
 */
export const createTrialIntent = () => {
  let wanted: 'start' | 'phone' | null = null
  let hasSeenPhone = false

  return {
    want(): void {
      wanted = 'start'
      hasSeenPhone = false
    },

    drop(): void {
      wanted = null
    },

    /** Next step for what the server says now; undefined while there is nothing to do. */
    next({ claimable, deviceId, endsAt }: Seen): Step | undefined {
      if (wanted === null) return undefined
      if (deviceId !== null) {
        hasSeenPhone = true
        wanted = endsAt === null ? 'phone' : null
        return endsAt === null ? undefined : 'open'
      }
      if (wanted === 'start') {
        wanted = claimable ? 'phone' : null
        return claimable ? 'claim' : undefined
      }
      if (!hasSeenPhone) return undefined
      wanted = null
      return claimable ? 'failed' : undefined
    },
  }
}
