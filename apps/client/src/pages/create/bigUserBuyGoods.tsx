import { View } from '@tarojs/components'

export default function CreateBigUserBuyGoodsPage() {
  return <View>create/bigUserBuyGoods</View>
}
