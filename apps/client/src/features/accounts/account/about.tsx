import { getAbout } from '@yunji/contract/configuration/calls'
import { pathOf } from '@yunji/contract/pages'
import { useState } from 'react'
import { useCall } from '../../../shared/api/query.ts'
import { client } from '../../../shared/platform/app/client'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { info } from '../../../shared/ui/icon/controls.ts'
import { file } from '../../../shared/ui/icon/files.ts'
import { Logo } from '../../../shared/ui/icon/logo.tsx'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { Async } from '../../../shared/ui/status/async.tsx'
import styles from './about.module.css'

/** Open-source software inside the clients; all of it under the MIT licence. */
const LIBRARIES = 'Taro、React、TanStack Query、TanStack Virtual、zustand、zod、uqr、tus-js-client'

/** Facts of the company; those that the operator has not set are left out. */
function Company() {
  return (
    <Async of={useCall(getAbout, {})}>
      {({ companyName, icpNumber, contactPhone, contactEmail, address }) => (
        <>
          {companyName && <FactRow name="运营方">{companyName}</FactRow>}
          {contactPhone && <FactRow name="客服电话">{contactPhone}</FactRow>}
          {contactEmail && <FactRow name="邮箱">{contactEmail}</FactRow>}
          {address && <FactRow name="地址">{address}</FactRow>}
          {icpNumber && <FactRow name="备案号">{icpNumber}</FactRow>}
        </>
      )}
    </Async>
  )
}

function About() {
  return (
    <Box className={styles.about}>
      <Box className={styles.brand}>
        <Logo isLarge />
        <Box className={styles.name}>云机</Box>
      </Box>
      <FactRow name="版本">{client.appVersion}</FactRow>
      <Company />
      <Box as="p" className={styles.note}>
        {`本产品使用了这些开源软件，均为 MIT 许可：${LIBRARIES}`}
      </Box>
      <Button variant="outline" to={pathOf('CustomerService/index')}>
        联系客服
      </Button>
    </Box>
  )
}

/** Agreements, and the product itself. */
export function AboutCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Card>
        <Cell icon={file} title="用户协议与隐私政策" to={pathOf('webView/protocol')} />
        <Cell icon={info} title="关于云机" value={`版本 ${client.appVersion}`} onTap={() => setOpen(true)} />
      </Card>
      <Sheet isOpen={isOpen} title="关于云机" onClose={() => setOpen(false)}>
        <About />
      </Sheet>
    </>
  )
}
