/** Where the process that hosts self-hosted phones is reached right now; another start of it may be elsewhere. */
export interface FarmAddress {
  /** `http://127.0.0.1:port` of its control API. */
  readonly url: string
  /** The bearer of that API. */
  readonly secret: string
}

export interface PhoneFarm {
  /** Waits until the farm answers; fails when the signal, or the farm's own deadline, comes first. */
  address(signal?: AbortSignal): Promise<FarmAddress>
}
