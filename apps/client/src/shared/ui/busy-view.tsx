import styles from './busy-view.module.css'
import { Box } from './elements'
import { Spinner } from './spinner.tsx'

interface BusyViewProps {
  readonly text: string
}

/** What is seen while the user has to wait. */
export function BusyView({ text }: BusyViewProps) {
  return (
    <Box className={styles.busy} role="status">
      <Spinner />
      <Box as="p">{text}</Box>
    </Box>
  )
}
