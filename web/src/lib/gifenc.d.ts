/** What we use of `gifenc`, which comes without types. */
declare module "gifenc" {
  type Color = number[];
  export function quantize(pixels: Uint8Array, most: number, how?: { format?: string }): Color[];
  export function applyPalette(pixels: Uint8Array, palette: Color[], format?: string): Uint8Array;
  export function GIFEncoder(): {
    writeFrame(
      colors: Uint8Array,
      width: number,
      height: number,
      how: {
        palette: Color[];
        delay: number;
        transparent?: boolean;
        transparentIndex?: number;
        dispose?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  };
}
