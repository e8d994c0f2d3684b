import { useState } from 'react'
import { linkCodeIn } from '../../features/commerce/big-user/basket.ts'
import { BigUserPage } from '../../features/commerce/big-user/big-user-page.tsx'
import { CodeForm } from '../../features/commerce/big-user/code-form.tsx'
import { usePageParams } from '../../shared/platform/router/page-params.ts'

export default function CreateBigUserBuyGoodsPage() {
  const { linkCode = '' } = usePageParams()
  const [code, setCode] = useState(linkCodeIn(linkCode))
  return code ? <BigUserPage linkCode={code} onOther={() => setCode('')} /> : <CodeForm onCode={setCode} />
}
