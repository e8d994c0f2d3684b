import { pathOf } from '@yunji/contract/navigation/pages'
import { Box } from '../../shared/ui/elements'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { headset } from '../../shared/ui/icons.ts'
import { Logo } from '../../shared/ui/logo.tsx'
import styles from './welcome.module.css'

export function BrandHeader() {
  return (
    <Box as="header" className={styles.bar}>
      <Box className={styles.brand}>
        <Logo />
        <Box as="h1">云机</Box>
      </Box>
      <IconButton of={headset} label="联系客服" to={pathOf('CustomerService/index')} />
    </Box>
  )
}
