import { View } from '@tarojs/components'
import type { ScrimProps } from './scrim-props.ts'

/** Behind what is open; the page below does not scroll under it. */
export function Scrim({ className, onTap }: ScrimProps) {
  return <View className={className} catchMove onClick={onTap} />
}
