export interface ScrimProps {
  readonly className?: string
  readonly onTap?: () => void
}
