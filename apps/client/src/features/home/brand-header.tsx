import { Box } from '../../shared/ui/elements'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './welcome.module.css'

export function BrandHeader() {
  return (
    <Box as="header" className={styles.bar}>
      <Box className={styles.brand}>
        <Logo />
        <Box as="h1">云机</Box>
      </Box>
    </Box>
  )
}
