import { type IconName, icons } from './icons.ts'

interface IconProps {
  readonly name: IconName
  readonly size?: 16 | 20 | 24
}

/** Hidden from screen readers: the text beside it names it. */
export function Icon({ name, size = 20 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 16 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings are constants
      dangerouslySetInnerHTML={{ __html: icons[name] }}
    />
  )
}
