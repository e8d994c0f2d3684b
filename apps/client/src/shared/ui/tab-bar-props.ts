export interface TabBarProps {
  /** The route of the tab on screen. */
  readonly current: string
}
