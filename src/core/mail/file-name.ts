import { decodeWords } from './encoded-word.ts';
import type { ParameterField } from './parameter.ts';

/**
 * Every reading of a part's file name in Normalization Form C, the one meant first: the disposition's `filename*`, then
 * its `filename`, then the content type's `name*` and `name`, each as sent and by RFC 2047 where the two can differ.
 * Empty where the part has no name. Specification section 5.1.
 */
export function fileNames(disposition: ParameterField | null, type: ParameterField): string[] {
  const sent = [...valuesOfName(disposition, 'filename'), ...valuesOfName(type, 'name')];
  const names = sent.flatMap(wordReadings).map(name => name.normalize('NFC'));
  return [...new Set(names)].filter(name => name !== '');
}

function valuesOfName(field: ParameterField | null, name: string): string[] {
  const found = [field?.extended.get(name), field?.parameters.get(name), field?.literal.get(name)];
  return found.filter(value => value !== undefined);
}

// A name that is encoded words and nothing else has one meaning to people; a mixture has two to programs
function wordReadings(sent: string): string[] {
  const decoded = decodeWords(sent);
  if (decoded.undecodable) return [sent];
  return decoded.whole ? [decoded.text] : [decoded.text, sent];
}
