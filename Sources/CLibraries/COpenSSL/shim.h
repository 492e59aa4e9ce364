// Types and constants of OpenSSL 3. The library is not linked; it is loaded if a layout encrypts
// its connection to a broker, or a layout's hash is requested.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "../function_table.h"

// The functions used, with their types from the headers.
#define COPENSSL_FUNCTIONS(X)           \
  X(BIO_ctrl_pending)                   \
  X(BIO_new)                            \
  X(BIO_read)                           \
  X(BIO_s_mem)                          \
  X(BIO_write)                          \
  X(ERR_clear_error)                    \
  X(ERR_peek_last_error)                \
  X(ERR_reason_error_string)            \
  X(EVP_Digest)                         \
  X(EVP_sha256)                         \
  X(SSL_CTX_ctrl)                       \
  X(SSL_CTX_free)                       \
  X(SSL_CTX_load_verify_dir)            \
  X(SSL_CTX_load_verify_file)           \
  X(SSL_CTX_new)                        \
  X(SSL_CTX_set_default_passwd_cb)      \
  X(SSL_CTX_set_options)                \
  X(SSL_CTX_set_verify)                 \
  X(SSL_CTX_use_PrivateKey_file)        \
  X(SSL_CTX_use_certificate_chain_file) \
  X(SSL_ctrl)                           \
  X(SSL_do_handshake)                   \
  X(SSL_free)                           \
  X(SSL_get0_param)                     \
  X(SSL_get_error)                      \
  X(SSL_get_verify_result)              \
  X(SSL_new)                            \
  X(SSL_read)                           \
  X(SSL_set_bio)                        \
  X(SSL_set_connect_state)              \
  X(SSL_write)                          \
  X(TLS_client_method)                  \
  X(X509_VERIFY_PARAM_set1_host)        \
  X(X509_VERIFY_PARAM_set1_ip)          \
  X(X509_VERIFY_PARAM_set1_ip_asc)

FUNCTION_TABLE(COpenSSLFunctions, copenssl_look_up, COPENSSL_FUNCTIONS)
