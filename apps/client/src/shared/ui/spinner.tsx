import { Box } from './elements'
import styles from './spinner.module.css'

export function Spinner() {
  return <Box className={styles.spinner} isDecoration />
}
