import { useState } from 'react'
import { BigUserPage } from '../../features/big-user/big-user-page.tsx'
import { CodeForm } from '../../features/big-user/code-form.tsx'
import { linkCodeIn } from '../../features/big-user/link-code.ts'
import { usePageParams } from '../../shared/platform/page-params.ts'

export default function CreateBigUserBuyGoodsPage() {
  const { linkCode = '' } = usePageParams()
  const [code, setCode] = useState(linkCodeIn(linkCode))
  return code ? <BigUserPage linkCode={code} onOther={() => setCode('')} /> : <CodeForm onCode={setCode} />
}
