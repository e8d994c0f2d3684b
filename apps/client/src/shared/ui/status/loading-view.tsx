import { LOADING_TEXT } from '../../feedback/in-flight.ts'
import { Box } from '../elements/elements'
import styles from './loading-view.module.css'
import { Spinner } from './spinner.tsx'

/** Placeholder of loading content. */
export function LoadingView() {
  return (
    <Box className={styles.view} role="status">
      <Box className={styles.spinner}>
        <Spinner />
      </Box>
      <Box as="p">{LOADING_TEXT}</Box>
    </Box>
  )
}
