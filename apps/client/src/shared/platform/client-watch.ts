/** The life of the whole client, as far as its platform tells. */
export interface ClientWatch {
  readonly onShow: () => void
  readonly onHide: () => void
  /** The last moment: what is to be sent goes now. */
  readonly onUnload: () => void
}
