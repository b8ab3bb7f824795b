import { callPageScript } from '../../browser/frames/callPageScript.ts';
import type { PageConnection } from '../../browser/PageConnection.ts';
import { withTimeout } from '../../browser/withTimeout.ts';
import type { FieldNames } from '../../snapshot/readOptions.ts';
import type { Snapshot } from '../../snapshot/Snapshot.ts';
import type { AbortOptions } from '../../snapshot/untilAborted.ts';
import { writePrivateFile } from '../files/writePrivateFile.ts';
import type { ScreenshotOptions } from '../ScreenshotService.ts';
import type { SessionContext } from '../SessionContext.ts';
import type { SessionResult } from '../SessionResult.ts';

/** Inches. */
const PAPERS = { a4: { width: 8.27, height: 11.69 }, letter: { width: 8.5, height: 11 } } as const;
export const PAPER_NAMES = Object.keys(PAPERS) as PaperName[];
type PaperName = keyof typeof PAPERS;

export interface PdfOptions extends AbortOptions {
  /** File to write it to. */
  path: string;
  /** Default `a4`. */
  paper?: PaperName;
  landscape?: boolean;
  /** Milliseconds that it may take. Default 30,000. */
  timeoutMs?: number;
}

export const PDF_FIELDS: FieldNames<PdfOptions> = {
  path: true,
  paper: PAPER_NAMES,
  landscape: true,
  timeoutMs: 'number',
  signal: true,
};

const POINTS_PER_INCH = 72;

type TakePicture = (options: Pick<ScreenshotOptions, 'fullPage' | 'timeoutMs'>) => Promise<{ image: Buffer }>;

/**
 * Writes the page as a PDF: as the browser prints it, or, where the page or its links hold secrets, which would be in it, or is somebody
 * else's, which would notice, as its picture with the secrets painted over.
 */
export async function printPage(
  { path, paper: name = 'a4', landscape = false, timeoutMs = 30_000 }: PdfOptions,
  context: SessionContext,
  takePicture: TakePicture,
): Promise<SessionResult> {
  const { width, height } = PAPERS[name];
  const paper = landscape ? { width: height, height: width } : { width, height };
  const printed = await printText(paper, timeoutMs, context);
  const pdf = 'pdf' in printed ? printed.pdf : await pictured(paper, timeoutMs, takePicture);
  writePrivateFile(path, pdf, { errorPrefix: 'The PDF cannot be saved', createFolder: true });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  const isPicture = !('pdf' in printed);
  const text = isPicture ? `saved ${path} as a picture (${printed.reason})` : `saved ${path}`;
  return { text, data: { path, pages, bytes: pdf.length, isPicture } };
}

interface Paper {
  width: number;
  height: number;
}

async function pictured({ width, height }: Paper, timeoutMs: number, take: TakePicture): Promise<Buffer> {
  const { picturePdf } = await import('../../browser/screenshot/picturePdf.ts');
  const { image } = await take({ fullPage: true, timeoutMs });
  return picturePdf(image, { width: width * POINTS_PER_INCH, height: height * POINTS_PER_INCH });
}

/** As the browser prints it; else why not. Asked before and after: what comes meanwhile may be in it. */
async function printText(
  { width, height }: Paper,
  timeoutMs: number,
  context: SessionContext,
): Promise<{ pdf: Buffer } | { reason: string }> {
  if (context.source.isShared) return { reason: 'a page of somebody else' };
  const reason = await secretsReason(timeoutMs, context);
  if (reason) return { reason };
  const pdf = await withTimeout(print(await context.connection(), width, height), timeoutMs, undefined);
  if (!pdf) return { reason: 'this browser does not print' };
  const later = await secretsReason(timeoutMs, context);
  return later ? { reason: later } : { pdf };
}

/** Why text of the page may hold a secret. */
async function secretsReason(timeoutMs: number, context: SessionContext): Promise<string | undefined> {
  const { source, page } = context;
  const snapshot = await source.capture(timeoutMs);
  if (!source.holdsNoSecret(page) || source.typedSecrets.version > 0) return 'secrets';
  if (hasUnread(snapshot)) return 'frames that cannot be read';
  const links = await withTimeout(linksToSecret(await context.connection()), timeoutMs, true);
  return links ? 'secrets in links' : undefined;
}

/** A document that does not answer may. */
async function linksToSecret(connection: PageConnection): Promise<boolean> {
  const frames = (await connection.targets()).flatMap((target) =>
    target.frameIds().flatMap((frameId) => (target.contextOf(frameId) ? [{ target, frameId }] : [])),
  );
  const answers = frames.map((frame) => callPageScript(frame, 'linksToSecret').catch(() => true));
  return (await Promise.all(answers)).includes(true);
}

const hasUnread = ({ documents }: Snapshot): boolean =>
  documents.some(({ unread }) => Object.keys(unread ?? {}).length > 0);

async function print(
  connection: PageConnection,
  paperWidth: number,
  paperHeight: number,
): Promise<Buffer | undefined> {
  const [main] = await connection.targets();
  const options = { printBackground: true, paperWidth, paperHeight };
  const printed = await main?.session.send('Page.printToPDF', options).catch(() => undefined);
  return printed && Buffer.from(printed.data, 'base64');
}
