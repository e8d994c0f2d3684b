import { View } from '@tarojs/components'

export default function UserMessageSetPage() {
  return <View>user/messageSet</View>
}
