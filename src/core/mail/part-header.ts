import { fileNames } from './file-name.ts';
import { type HeaderField, valuesOf } from './header.ts';
import { type ParameterField, readParameters } from './parameter.ts';

/** What the header of a part (or of the mail) says about its content, and what of that is malformed. */
export type PartHeader = {
  readonly mediaType: string;
  readonly type: ParameterField;
  readonly attachment: boolean;
  /** Whether it is an inline part that other parts can point to. */
  readonly contentId: boolean;
  readonly encoding: string;
  readonly names: readonly string[];
  readonly problems: readonly string[];
};

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*+.^_`|~0-9a-z-]+$/;

/**
 * The content fields of a header section; `otherwise` is the media type where none is given. A Content-Disposition other
 * than `inline` means a file. Never fails: `problems` says in plain words what is malformed. Specification section 2.3.
 */
export function readPartHeader(fields: readonly HeaderField[], otherwise: string): PartHeader {
  const [typeValue] = valuesOf(fields, 'content-type');
  const [dispositionValue] = valuesOf(fields, 'content-disposition');
  const [encodingValue = '7bit'] = valuesOf(fields, 'content-transfer-encoding');
  const type = readParameters(typeValue ?? otherwise);
  const disposition = dispositionValue === undefined ? null : readParameters(dispositionValue);
  const encoding = readParameters(encodingValue);
  const problems: string[] = [];
  const known = MEDIA_TYPE.test(type.value);
  if (!known) problems.push('Content-Type: no media type');
  if (type.problem !== null) problems.push(`Content-Type: ${type.problem}`);
  if (disposition?.problem) problems.push(`Content-Disposition: ${disposition.problem}`);
  return {
    mediaType: known ? type.value : otherwise,
    type,
    attachment: disposition !== null && disposition.value !== 'inline',
    contentId: valuesOf(fields, 'content-id').some(value => value !== ''),
    encoding: encoding.problem === null ? encoding.value : encodingValue,
    names: fileNames(disposition, type),
    problems,
  };
}
