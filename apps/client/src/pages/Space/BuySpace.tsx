import { BuySpacePage } from '../../features/space/buying/buy-space-page.tsx'

export default function SpaceBuySpacePage() {
  return <BuySpacePage />
}
