/** What servers that speak the protocol of OpenAI differ in, as their documentation says. */

export type Profile = {
  key: 'needed' | 'ignored';
  /** The fields of a question that it knows beside those that all know. */
  knows: readonly string[];
  /** Fields that it refuses, with the message. */
  refuses: Readonly<Record<string, string>>;
  /** Whether it refuses unknown fields, or ignores them. */
  isStrict: boolean;
  limit: readonly ('max_tokens' | 'max_completion_tokens')[];
  /** The types of `response_format` that it knows; it ignores it where there are none. */
  forms: readonly string[];
  models: readonly string[] | null;
  /** Whether pictures may be addresses. */
  pictures: 'any' | 'base64';
  /** Where thoughts are, unless it is told not to think. */
  reasoning: 'hidden' | 'reasoning' | 'reasoning_content' | 'inline';
  /** Whether `stream_options.include_usage` brings the tokens. */
  usage: boolean;
  context: number;
  /** Whether a longer question loses its beginning without a word. */
  cuts: boolean;
  error: (message: string, status: number) => unknown;
  /** A comment before the first event. */
  comment?: string;
};

const openAiError = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
});

export const PROFILES = {
  openai: {
    key: 'needed',
    knows: ['stream_options', 'max_completion_tokens', 'response_format', 'reasoning_effort'],
    refuses: {
      max_tokens:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    },
    isStrict: true,
    limit: ['max_completion_tokens'],
    forms: ['json_schema', 'json_object'],
    models: ['gpt-5.2', 'gpt-5.2-mini', 'gpt-4.1'],
    pictures: 'any',
    reasoning: 'hidden',
    usage: true,
    context: 128_000,
    cuts: false,
    error: openAiError,
  },
  ollama: {
    key: 'ignored',
    knows: ['stream_options', 'max_tokens', 'response_format', 'reasoning_effort'],
    refuses: {},
    isStrict: false,
    limit: ['max_tokens'],
    forms: ['json_schema', 'json_object'],
    models: ['qwen3:8b', 'llama3.2:3b', 'qwen3-vl:8b'],
    pictures: 'base64',
    reasoning: 'reasoning',
    usage: true,
    context: 4096,
    cuts: true,
    error: openAiError,
  },
  llamacpp: {
    key: 'ignored',
    knows: [
      'stream_options',
      'max_tokens',
      'max_completion_tokens',
      'response_format',
      'reasoning_effort',
    ],
    refuses: {},
    isStrict: false,
    limit: ['max_tokens'],
    forms: ['json_schema', 'json_object'],
    models: ['qwen3-32b-q4_k_m.gguf'],
    pictures: 'base64',
    reasoning: 'reasoning_content',
    usage: true,
    context: 8192,
    cuts: false,
    error: (message, status) => ({
      error: { code: status, message, type: 'invalid_request_error' },
    }),
  },
  vllm: {
    key: 'ignored',
    knows: [
      'stream_options',
      'max_tokens',
      'max_completion_tokens',
      'response_format',
      'reasoning_effort',
    ],
    refuses: {
      reasoning_effort: "reasoning_effort: Input should be 'low', 'medium' or 'high'",
    },
    isStrict: true,
    limit: ['max_tokens', 'max_completion_tokens'],
    forms: ['json_schema', 'json_object'],
    models: ['Qwen/Qwen3-8B'],
    pictures: 'base64',
    reasoning: 'inline',
    usage: true,
    context: 32_768,
    cuts: false,
    error: (message, status) => ({
      object: 'error',
      message,
      type: 'BadRequestError',
      code: status,
    }),
  },
  lmstudio: {
    key: 'ignored',
    knows: ['stream_options', 'max_tokens', 'response_format'],
    refuses: { stream_options: 'Unrecognized key(s) in object: stream_options' },
    isStrict: false,
    limit: ['max_tokens'],
    forms: ['json_schema'],
    models: ['qwen3-8b', 'gemma-3-12b'],
    pictures: 'base64',
    reasoning: 'inline',
    usage: false,
    context: 8192,
    cuts: false,
    error: (message) => ({ error: message }),
  },
  openrouter: {
    key: 'needed',
    knows: ['stream_options', 'max_tokens', 'reasoning_effort'],
    refuses: {
      response_format: 'No endpoints found that can handle the requested parameters.',
    },
    isStrict: true,
    limit: ['max_tokens'],
    forms: [],
    models: ['qwen/qwen3-32b', 'mistralai/mistral-small', 'openai/gpt-5.2'],
    pictures: 'any',
    reasoning: 'reasoning',
    usage: true,
    context: 32_768,
    cuts: false,
    error: (message, status) => ({ error: { message, code: status } }),
    comment: 'OPENROUTER PROCESSING',
  },
  anthropic: {
    key: 'needed',
    knows: ['stream_options', 'max_tokens', 'max_completion_tokens'],
    refuses: {},
    isStrict: false,
    limit: ['max_tokens', 'max_completion_tokens'],
    // It is ignored: JSON comes within words.
    forms: [],
    models: null,
    pictures: 'base64',
    reasoning: 'hidden',
    usage: true,
    context: 200_000,
    cuts: false,
    error: (message) => ({
      error: { code: null, message, type: 'invalid_request_error', param: null },
    }),
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

/** What can go wrong, whatever the profile. */
export const FAULTS = [
  /** 401, 402, 404, 429 with and without `Retry-After`, 500. */
  'key',
  'credit',
  'quota',
  'model',
  'pause',
  'pause_unsaid',
  'broken',
  /** HTML with status 200, as of a captive portal. */
  'page',
  /** Words where JSON is asked for, every time; once. */
  'prose',
  'prose_once',
  /** HTML as the answer. */
  'html',
  /** Never an answer: no response; a few words, and then nothing. */
  'silent',
  'stall',
  /** It ends in the middle: by its limit, or by the connection. */
  'length',
  'lost',
  /** Thoughts within the answer; thoughts until the limit. */
  'think',
  'thinks_only',
  /** Ten megabytes of words; on one line. */
  'endless',
  'endless_line',
  /** An answer without a word; one that ends in half a character. */
  'nothing',
  'half',
  /** An error within the stream. */
  'error_in_stream',
  /** Garbage in place of JSON within the stream. */
  'garbage',
  /** It refuses the question as too long. */
  'context',
  /** It does what the text that it was given says. */
  'obeys',
  /** Slowly: a word each 100 ms. */
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];
