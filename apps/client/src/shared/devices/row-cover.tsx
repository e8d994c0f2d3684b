import { useSettled } from '../list/settled.ts'
import { DeviceCover, type DeviceCoverProps } from '../ui/picture/device-cover.tsx'

/** Cover in a long list; that of a device that only passes by is not loaded. Its key must be the device. */
export function RowCover({ src, ...cover }: DeviceCoverProps) {
  const isSettled = useSettled()
  return <DeviceCover src={isSettled ? src : undefined} {...cover} />
}
