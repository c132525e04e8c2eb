/** Plain ASCII, exactly one @, nothing that needs quoting: addresses that all mail servers parse alike. */
export function isMailable(address: string): boolean {
  return (
    address.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(
      address,
    )
  )
}
