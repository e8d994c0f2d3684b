import { useUserInfo } from '../../accounts/user-info.ts'
import { useMinute } from '../../platform/app/clock.ts'
import { Box } from '../../ui/elements/elements'
import { dataUriOf } from '../../ui/icon/svg.ts'
import { markDrawing, markName, markText } from './mark-text.ts'
import styles from './mark-view.module.css'
import { useHasScreenMark } from './screen-mark.ts'

/** The viewer's masked number and the time over the whole screen, so that a photograph of it can be traced. */
export function MarkView({ named }: { readonly named: string | undefined }) {
  const isOn = useHasScreenMark()
  const { data } = useUserInfo()
  const nowMs = useMinute()
  if (!isOn) return null
  const text = markText(markName(data?.mobilePhone, named), nowMs)
  return <Box className={styles.mark} style={{ backgroundImage: dataUriOf(markDrawing(text)) }} isDecoration />
}
