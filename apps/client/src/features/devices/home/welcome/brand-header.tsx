import { pathOf } from '@yunji/contract/pages'
import { IconButton } from '../../../../shared/ui/button/icon-button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { headset } from '../../../../shared/ui/icon/icons.ts'
import { Logo } from '../../../../shared/ui/icon/logo.tsx'
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
