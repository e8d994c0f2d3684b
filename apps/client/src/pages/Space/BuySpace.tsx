import { View } from '@tarojs/components'

export default function SpaceBuySpacePage() {
  return <View>Space/BuySpace</View>
}
