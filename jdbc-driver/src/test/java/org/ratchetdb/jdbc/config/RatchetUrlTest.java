package org.ratchetdb.jdbc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.ratchetdb.common.type.Dialect;

final class RatchetUrlTest {
  private static RatchetUrl parse(String url) throws SQLException {
    return RatchetUrl.parse(url, new Properties());
  }

  @Test
  void onlyOwnUrlsAreAccepted() {
    assertThat(RatchetUrl.accepts("jdbc:ratchet:mem:x")).isTrue();
    assertThat(RatchetUrl.accepts("JDBC:Ratchet:FILE:/d")).isTrue();
    assertThat(RatchetUrl.accepts("jdbc:ratchet://h/d")).isTrue();
    assertThat(RatchetUrl.accepts("jdbc:ratchet:other:x")).isFalse();
    assertThat(RatchetUrl.accepts("jdbc:postgresql://h/d")).isFalse();
    assertThat(RatchetUrl.accepts(null)).isFalse();
  }

  @Test
  void memoryHasANameAndADefaultDatabase() throws SQLException {
    RatchetUrl url = parse("jdbc:ratchet:mem:shop");
    assertThat(url.kind()).isEqualTo(RatchetUrl.Kind.MEMORY);
    assertThat(url.target()).isEqualTo("shop");
    assertThat(url.database()).isEqualTo("spanner");
    assertThat(url.dialect()).isNull();
    assertThat(parse("jdbc:ratchet:mem:?dialect=PostgreSQL").database()).isEqualTo("postgres");
  }

  @Test
  void bothSignsBeginAndSeparateProperties() throws SQLException {
    for (String url :
        new String[] {
          "jdbc:ratchet:file:/a/b?database=x&dialect=googlesql&create=true",
          "jdbc:ratchet:file:/a/b;database=x;dialect=googlesql;create=true;"
        }) {
      RatchetUrl parsed = parse(url);
      assertThat(parsed.target()).isEqualTo("/a/b");
      assertThat(parsed.database()).isEqualTo("x");
      assertThat(parsed.dialect()).isEqualTo(Dialect.GOOGLE_STANDARD_SQL);
      assertThat(parsed.isTrue(RatchetProperty.CREATE)).isTrue();
      assertThat(parsed.publicUrl()).isEqualTo("jdbc:ratchet:file:/a/b");
    }
  }

  @Test
  void serversHaveHostPortAndDatabase() throws SQLException {
    RatchetUrl full = parse("jdbc:ratchet://db.example:99/a%20b?user=me");
    assertThat(full.target()).isEqualTo("db.example");
    assertThat(full.port()).isEqualTo(99);
    assertThat(full.database()).isEqualTo("a b");
    assertThat(full.get(RatchetProperty.USER)).isEqualTo("me");
    RatchetUrl bare = parse("jdbc:ratchet://");
    assertThat(bare.target()).isEqualTo("127.0.0.1");
    assertThat(bare.port()).isEqualTo(15432);
    assertThat(parse("jdbc:ratchet://[::1]:7/d").target()).isEqualTo("::1");
    assertThat(parse("jdbc:ratchet://[::1]/d").port()).isEqualTo(15432);
  }

  @Test
  void theUrlWinsOverProperties() throws SQLException {
    Properties beside = new Properties();
    beside.setProperty("USER", "a");
    beside.setProperty("password", "p");
    RatchetUrl url = RatchetUrl.parse("jdbc:ratchet:mem:x?user=b", beside);
    assertThat(url.get(RatchetProperty.USER)).isEqualTo("b");
    assertThat(url.get(RatchetProperty.PASSWORD)).isEqualTo("p");
  }

  @Test
  void wrongPropertiesFailWithAHint() {
    assertThatThrownBy(() -> parse("jdbc:ratchet:mem:x?keep_open=true"))
        .hasMessageContaining("keep_open")
        .hasMessageContaining("Did you mean 'keepOpen'?");
    assertThatThrownBy(() -> parse("jdbc:ratchet:mem:x?zzz=1")).hasMessageContaining("dialect");
    assertThatThrownBy(() -> parse("jdbc:ratchet:mem:x?dialect=mysql"))
        .hasMessageContaining("googlesql or postgresql");
    assertThatThrownBy(() -> parse("jdbc:ratchet:mem:x?create")).hasMessageContaining("no value");
    assertThatThrownBy(() -> parse("jdbc:ratchet://h:x/d")).hasMessageContaining("no number");
    assertThatThrownBy(() -> parse("jdbc:ratchet://h:70000/d")).hasMessageContaining("70000");
    assertThatThrownBy(() -> parse("jdbc:ratchet:file:")).hasMessageContaining("no directory");
    assertThatThrownBy(
            () -> parse("jdbc:ratchet:mem:x?queryTimeout=a").number(RatchetProperty.QUERY_TIMEOUT))
        .hasMessageContaining("queryTimeout");
  }

  @Test
  void defaultsAreWhatTheManualSays() {
    assertThat(
            Arrays.stream(RatchetProperty.values())
                .map(p -> p.propertyName() + "=" + p.defaultValue()))
        .containsExactly(
            "user=ratchet",
            "password=",
            "database=",
            "dialect=",
            "create=false",
            "keepOpen=false",
            "autoCommit=true",
            "readOnly=false",
            "isolation=serializable",
            "readOnlyStaleness=",
            "readLockMode=",
            "rpcPriority=",
            "transactionTag=",
            "transactionTimeout=",
            "maxCommitDelay=",
            "returnCommitStats=",
            "queryTimeout=0",
            "fetchSize=0",
            "timeZone=",
            "applicationName=",
            "connectTimeout=10",
            "socketTimeout=0",
            "cacheMiB=",
            "queryMemoryMiB=",
            "syncCommits=true",
            "idleTransactionTimeout=");
  }
}
