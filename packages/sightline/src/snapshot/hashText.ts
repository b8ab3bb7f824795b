/** 53 bits (cyrb53 by bryc, public domain), that depend on the seed, which may be such a hash. */
export function hashText(text: string, seed: number): number {
  const high = Math.floor(seed / 0x100000000);
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ high ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}
